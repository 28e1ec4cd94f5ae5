import { CodedError } from '#domain/coded.ts';

/** What can go wrong with a private message (NIP-17). */
export type MessageProblem =
  /** the signing extension cannot encrypt (NIP-44), or did not */
  | { readonly code: 'message-no-cipher' }
  | { readonly code: 'message-refused' }
  /** whoever is to get it names no relays for messages, and neither did who asked for it */
  | { readonly code: 'message-no-inbox' }
  /** where they read messages could not be found out */
  | { readonly code: 'message-inbox-unknown' }
  | { readonly code: 'message-too-long' }
  /** no relay of theirs took it */
  | { readonly code: 'message-undelivered' };

/** A failure with a private message. */
export class MessageError extends CodedError<MessageProblem> {
  override readonly name: string = 'MessageError';
}
