import { useState } from 'react';

/** A custom emoji (NIP-30); its name in letters where its picture does not load. */
export const Emoji = ({ url, shortcode }: { url: string; shortcode: string }) => {
  const [failed, setFailed] = useState('');
  const name = `:${shortcode}:`;
  if (url === failed) return name;
  return (
    <img
      className="emoji"
      src={url}
      alt={name}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setFailed(url)}
    />
  );
};
