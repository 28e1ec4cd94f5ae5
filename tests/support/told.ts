import { problemOf } from '#domain/problem.ts';
import { problemText } from '#ui/texts/problem-text.ts';

/** What a person is told of something that was thrown. */
export const told = (error: unknown): string => problemText(problemOf(error));
