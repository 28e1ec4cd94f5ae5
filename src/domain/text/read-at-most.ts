/**
 * Reads a text as it comes and stops the rest at the bound, whatever length was announced: nobody can make this device load
 * more. `isCut`: there was more.
 */
export const readAtMost = async (
  body: ReadableStream<Uint8Array<ArrayBuffer>> | null | undefined,
  characters: number,
): Promise<{ readonly text: string; readonly isCut: boolean }> => {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    text += part.value;
    if (text.length <= characters) continue;
    await reader?.cancel();
    return { text: text.slice(0, characters), isCut: true };
  }
  return { text, isCut: false };
};

/** The same where only the whole is of use. Rejects when there is more. */
export const readWhole = async ({ body }: Pick<Response, 'body'>, characters: number): Promise<string> => {
  const { text, isCut } = await readAtMost(body, characters);
  if (isCut) throw new Error('The answer is too long');
  return text;
};
