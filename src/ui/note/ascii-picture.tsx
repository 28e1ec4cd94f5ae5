import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { gridFor, type AsciiGrid } from '#domain/ascii/ascii.ts';
import type { AsciiDrawing, AsciiProblem } from '#ports/ascii-studio.ts';
import { ErrorBoundary } from '#ui/kit/error-boundary.tsx';
import { VisuallyHidden } from '#ui/kit/visually-hidden.tsx';
import { useDisplayName, useNote } from '#ui/queries.ts';
import { usePreference } from '#ui/system-context.ts';
import { texts } from '#ui/texts/app.ts';
import { modesTexts } from '#ui/texts/modes.ts';
import { PictureLink } from './note-links.tsx';
import { siteOf } from './missing-media.tsx';
import type { PictureProps } from './picture.tsx';
import { useStudio } from './use-studio.ts';

type DrawingOptions = { url: string; again: boolean; onProblem: (problem: AsciiProblem) => void };

/** The picture in letters, as large as the element it stands in; undefined until it is drawn. */
const useDrawing = ({ url, again, onProblem }: DrawingOptions) => {
  const studio = useStudio();
  const place = useRef<HTMLDivElement>(null);
  const [colour] = usePreference('useColor');
  const [{ cols, rows }, setGrid] = useState<AsciiGrid>({ cols: 0, rows: 0 });
  const [drawing, setDrawing] = useState<AsciiDrawing | undefined>(() => studio.kept(url));
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {};
      if (width > 0 && height > 0) setGrid(gridFor(width, height));
    });
    observer.observe(place.current!);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (cols === 0) return undefined;
    const sitting = studio.order(
      { url, colour, cols, rows },
      (answer) => (answer.ok ? setDrawing(answer.drawing) : onProblem(answer.problem)),
      again,
    );
    const observer = new IntersectionObserver(([entry]) => sitting.hurry(entry?.isIntersecting ?? false));
    observer.observe(place.current!);
    return () => {
      observer.disconnect();
      sitting.leave();
    };
  }, [studio, url, colour, cols, rows, again, onProblem]);
  return [place, drawing, colour] as const;
};

/** Stretches the letters over their plate, whatever sizes of letters the browser can draw; returns what ends it. */
const fill = (letters: HTMLElement): (() => void) => {
  const plate = letters.parentElement!;
  let box = { width: 0, height: 0 };
  const observer = new ResizeObserver((entries) => {
    for (const { target, contentRect } of entries) if (target === plate) box = contentRect;
    const { offsetWidth, offsetHeight } = letters;
    letters.style.transform = `scale(${box.width / offsetWidth}, ${box.height / offsetHeight})`;
  });
  observer.observe(plate);
  observer.observe(letters);
  return () => observer.disconnect();
};

const Letters = ({ text, colours }: { text: string; colours: string | undefined }) => {
  const place = useRef<HTMLPreElement>(null);
  useLayoutEffect(() => fill(place.current!), []);
  return (
    <pre
      ref={place}
      {...(colours !== undefined && {
        'data-colour': true,
        style: { '--colours': `url("${colours}")` } as CSSProperties,
      })}
    >
      {text}
    </pre>
  );
};

/** The letters lie below the link, where they can be selected; a press on them is one on the link. */
const pressLink = (event: MouseEvent<HTMLElement>) => {
  const { currentTarget, target } = event;
  const selection = getSelection();
  if (selection?.isCollapsed === false && selection.containsNode(currentTarget, true)) return;
  if (!(target instanceof Element) || target.closest('a') !== null) return;
  // it is no press on the note around it
  event.preventDefault();
  currentTarget.querySelector('a')?.click();
};

type ArtProps = PictureProps & Pick<DrawingOptions, 'again' | 'onProblem'>;

const Art = ({
  picture,
  again,
  onProblem,
  onMissing: _,
  name,
  children,
  ratio,
  ...link
}: ArtProps & { name: string }) => {
  const [place, drawing, colour] = useDrawing({ url: picture.url, again, onProblem });
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the link has the keys
    <div style={{ aspectRatio: ratio }} onClick={pressLink}>
      <div ref={place} className="art" aria-hidden>
        {drawing && <Letters text={drawing.text} colours={colour ? drawing.colours : undefined} />}
      </div>
      <PictureLink {...link}>
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- of letters */}
        <span role="img" aria-label={name} />
        {children}
      </PictureLink>
    </div>
  );
};

/** What its author did not describe is named by its place. */
const NamedArt = (props: ArtProps) => {
  const author = useNote(props.noteId).data?.pubkey ?? '';
  return <Art {...props} name={modesTexts.pictureOf(props.index + 1, useDisplayName(author))} />;
};

type UndrawnProps = Pick<PictureProps, 'picture' | 'ratio'> & {
  problem: AsciiProblem;
  onShow: () => void;
  onRetry: () => void;
};

/** Says why a picture is not drawn, in its place, and offers it as it is. */
const Undrawn = ({ picture, ratio, problem, onShow, onRetry }: UndrawnProps) => (
  <span className="undrawn" {...(ratio !== undefined && { style: { aspectRatio: ratio } })}>
    <span className="undrawn__why">
      <VisuallyHidden>{picture.alt} </VisuallyHidden>
      {modesTexts.problems[problem](siteOf(picture.url))}
    </span>
    <span className="undrawn__acts">
      {problem !== 'refused' && problem !== 'kind' && problem !== 'too large' && (
        <button type="button" className="btn btn--s btn--line undrawn__again" onClick={onRetry}>
          {texts.error.retry}
        </button>
      )}
      <button type="button" className="btn btn--s btn--line" onClick={onShow}>
        {modesTexts.show}
      </button>
    </span>
  </span>
);

/** What was asked for as it is stays so when its card leaves the list and comes back. */
const shownPlain = new Set<string>();

const Place = ({ plain, ...props }: PictureProps & { plain: ReactNode }) => {
  const { picture, children, ratio: _, onMissing, ...link } = props;
  const { url, alt } = picture;
  const [problem, setProblem] = useState<AsciiProblem>();
  const [again, setAgain] = useState(false);
  const retry = () => {
    setAgain(true);
    setProblem(undefined);
  };
  const [isPlain, setPlain] = useState(() => shownPlain.has(url));
  const show = () => {
    shownPlain.add(url);
    setPlain(true);
  };
  useEffect(() => {
    if (problem === 'missing' || problem === 'broken') onMissing?.();
  }, [problem, onMissing]);
  if (isPlain) return plain;
  // what leads to others still does
  if (problem !== undefined && children) return <PictureLink {...link}>{children}</PictureLink>;
  if (problem !== undefined) return <Undrawn {...props} problem={problem} onShow={show} onRetry={retry} />;
  const art = { ...props, again, onProblem: setProblem };
  return alt === '' ? <NamedArt {...art} /> : <Art {...art} name={alt} />;
};

/** A picture in letters (FEED-12), coloured in Color Mode (FEED-13); the picture itself where nothing can be drawn. */
export const AsciiPicture = ({ plain, ...props }: PictureProps & { plain: ReactNode }): ReactNode => (
  <ErrorBoundary fallback={plain}>
    <Place {...props} plain={plain} />
  </ErrorBoundary>
);
