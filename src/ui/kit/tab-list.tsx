import type { KeyboardEvent, ReactNode } from 'react';

type Props<Id extends string> = {
  label: string;
  tabs: readonly { readonly id: Id; readonly label: ReactNode }[];
  selected: Id;
  onSelect: (id: Id) => void;
  /** what the selected tab shows */
  children: ReactNode;
};

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Tabs inside a sheet, with arrow keys; tabs that are screens of their own are `TabLinks`. */
export const TabList = <Id extends string>({ label, tabs, selected, onSelect, children }: Props<Id>) => {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    const current = tabs.findIndex(({ id }) => id === selected);
    const next = tabs[(current + step + tabs.length) % tabs.length]!;
    event.preventDefault();
    onSelect(next.id);
    document.getElementById(`tab-${next.id}`)?.focus();
  };
  return (
    <>
      <div className="tabs" role="tablist" aria-label={label}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            id={`tab-${tab.id}`}
            type="button"
            role="tab"
            aria-selected={tab.id === selected}
            aria-controls="tab-panel"
            tabIndex={tab.id === selected ? 0 : -1}
            onClick={() => onSelect(tab.id)}
            onKeyDown={onKeyDown}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div id="tab-panel" role="tabpanel" aria-labelledby={`tab-${selected}`}>
        {children}
      </div>
    </>
  );
};
