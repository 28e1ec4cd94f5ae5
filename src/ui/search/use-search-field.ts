import { useNavigate, useSearch as useSearchParams } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { encodeNote, encodeProfile } from '#domain/protocol/identifiers.ts';
import { classifySearch } from '#domain/search/search-input.ts';
import type { SearchTarget } from '#machines/search/search.machine.ts';
import { useArea } from '#ui/system-context.ts';

/** A secret key must not even be drawn. */
const withoutSecret = (text: string): string => (classifySearch(text).type === 'secret' ? '' : text);

/** There is nothing in it to look for. */
export const isBlank = (text: string): boolean => classifySearch(text).type === 'empty';

/** Opens the screen that a target names. */
const useOpenTarget = (): ((target: SearchTarget) => void) => {
  const navigate = useNavigate();
  return (target) => {
    if (target.type === 'profile')
      void navigate({ to: '/npub/$npub', params: { npub: encodeProfile(target.pubkey, target.relays) } });
    else
      void navigate({ to: '/note/$noteId', params: { noteId: encodeNote(target.id, target.relays, target.author) } });
  };
};

/**
 * Keeps the address at what is searched; words that came into it from outside are told. A search that was `submitted` keeps
 * its entry of the history, typing on from another changes that one.
 */
const useAddress = (
  q: string,
  searched: string | undefined,
  submitted: ReadonlySet<string>,
  onChange: (q: string) => void,
): void => {
  const navigate = useNavigate();
  const written = useRef<string>(undefined);
  const tell = useEffectEvent(onChange);
  useEffect(() => {
    if (q === written.current) return;
    written.current = q;
    tell(q);
  }, [q]);
  useEffect(() => {
    if (searched === undefined || searched === written.current) return;
    const replace = !submitted.has(written.current ?? '');
    written.current = searched;
    void navigate({ to: '/search', search: searched === '' ? {} : { q: searched }, replace, state: true });
  }, [searched, submitted, navigate]);
};

/**
 * The search field and what it drives: typing searches after a pause, Enter at once, and Enter opens the place that the
 * words name. A secret key is gone from the field at once; it gets neither into the address nor to a relay.
 */
export const useSearchField = () => {
  const actor = useArea('search');
  const sawSecret = useSelector(actor, (snapshot) => snapshot.hasTag('secret'));
  const target = useSelector(actor, ({ context }) => context.target);
  const asked = useSelector(actor, ({ context, value }) => (value === 'typing' ? undefined : context.text));
  const { q = '' } = useSearchParams({ strict: false });
  const [text, setText] = useState(() => withoutSecret(q));
  const open = useOpenTarget();
  const openSoon = useEffectEvent(open);
  const opening = useRef(false);
  const [submitted] = useState(() => new Set<string>());

  useAddress(q, asked === (isBlank(text) ? '' : text) ? asked : undefined, submitted, (words) => {
    setText(withoutSecret(words));
    if (!isBlank(words)) submitted.add(words);
    if (words !== actor.getSnapshot().context.text)
      actor.send(words === '' ? { type: 'search.clear' } : { type: 'search.submit', text: words });
  });
  useEffect(() => {
    // the words stand in the address first, so that Back finds them there
    if (!opening.current || target === undefined || q !== text) return;
    opening.current = false;
    openSoon(target);
  }, [target, q, text]);

  const type = (typed: string) => {
    opening.current = false;
    setText(withoutSecret(typed));
    actor.send({ type: 'search.type', text: typed });
  };
  const submit = () => {
    if (isBlank(text)) return;
    submitted.add(text);
    if (target !== undefined && asked === text) return open(target);
    opening.current = true;
    actor.send({ type: 'search.submit', text });
  };
  return { text, asked, target, sawSecret, type, submit };
};
