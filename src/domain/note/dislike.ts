/** Whether a reaction with this content is a dislike (NIP-25). */
export const saysDislike = (content: string): boolean => content.trim() === '-';
