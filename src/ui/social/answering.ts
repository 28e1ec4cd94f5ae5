import { createContext, use } from 'react';
import type { Note } from '#domain/note/note.ts';
import { useOpenToWrite } from './use-act.ts';
import { useLoginGate } from '#ui/session/use-login-gate.ts';
import { socialTexts } from '#ui/texts/social.ts';

type Answering = {
  /** the note that the reply field of this thread answers, while it is open */
  readonly to: Note | undefined;
  /** which of the fields it is */
  readonly field: string;
};

/** The reply field of the thread that a note stands in; undefined elsewhere. */
export const AnsweringContext = createContext<Answering | undefined>(undefined);

/** Answers a note, after the login it asks for: in the reply field of its thread, elsewhere in a sheet. */
export const useAnswer = (): ((note: Note) => void) => {
  const answering = use(AnsweringContext);
  const requireLogin = useLoginGate();
  const openToWrite = useOpenToWrite();
  return (note) =>
    answering
      ? requireLogin({ act: { type: 'reply.begin', field: answering.field, note }, title: socialTexts.reply })
      : openToWrite({ reply: note.id }, socialTexts.reply);
};

/** Whether the reply field answers this note. */
export const useIsAnswered = ({ id }: Note): boolean => use(AnsweringContext)?.to?.id === id;
