import { byteSize } from '#domain/text/byte-size.ts';
import { texts } from '#ui/texts/app.ts';

/** Bytes as a person reads them. */
export const size = (bytes: number): string => byteSize(bytes, texts.language);
