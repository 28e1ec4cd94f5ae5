import { useRef, type ComponentProps } from 'react';
import { useGrowing } from './use-growing.ts';

type Props = Omit<ComponentProps<'textarea'>, 'ref' | 'onChange'> & { onEdit: (value: string) => void };

/** A field for a longer text, as high as what is in it and at least `rows`. */
export const GrowingText = ({ onEdit, ...field }: Props) => {
  const place = useRef<HTMLTextAreaElement>(null);
  useGrowing(place);
  return <textarea ref={place} {...field} dir="auto" onChange={(event) => onEdit(event.target.value)} />;
};
