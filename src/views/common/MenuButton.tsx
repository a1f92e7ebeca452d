import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';

export interface MenuItem {
  label: string;
  /** Said beside it: a key, or what comes of it. */
  hint?: string;
  /** The menu stays open, for what is then said below the items. */
  staysOpen?: boolean;
  choose: () => void;
}

interface Props {
  label: string;
  title?: string;
  items: readonly MenuItem[];
  /** Said below the items, such as what became of the one that was chosen. */
  said?: string;
  /** Of the page's right end: the menu opens leftwards. */
  alignsRight?: boolean;
}

/**
 * A button with a menu, as the menu button pattern of the ARIA practices has it: down and up open it and move in it,
 * Home, End and first letters jump, Escape and Tab close it. The focus returns to the button before an item is carried
 * out, so that a dialog which the item opens gives it back there.
 */
export function MenuButton({ label, title, items, said = '', alignsRight = false }: Props): ReactNode {
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [at, setAt] = useState(0);

  useEffect(() => {
    if (isOpen) list.current?.querySelectorAll('button')[at]?.focus();
  }, [isOpen, at]);
  useEffect(() => {
    if (!isOpen) return undefined;
    const closeOutside = (event: PointerEvent): void => {
      if (event.target instanceof Node && root.current?.contains(event.target) === false) setIsOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [isOpen]);

  const openAt = (index: number): void => {
    setAt(index);
    setIsOpen(true);
  };
  const close = (): void => {
    setIsOpen(false);
    button.current?.focus();
  };
  const choose = ({ staysOpen = false, choose: carryOut }: MenuItem): void => {
    if (!staysOpen) close();
    carryOut();
  };
  const onButtonKey = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    openAt(event.key === 'ArrowDown' ? 0 : items.length - 1);
  };
  const onMenuKey = (event: KeyboardEvent): void => {
    if (event.key === 'Tab') {
      setIsOpen(false);
      return;
    }
    const next = event.key === 'Escape' ? null : nextItem(items, at, event);
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (next === null) close();
    else setAt(next);
  };
  return (
    <div ref={root} className="menu">
      <button
        ref={button}
        type="button"
        className="button menu-button"
        title={title}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => (isOpen ? setIsOpen(false) : openAt(0))}
        onKeyDown={onButtonKey}
      >
        {label}
      </button>
      {isOpen && (
        <div className={alignsRight ? 'menu-panel right' : 'menu-panel'}>
          <div ref={list} id={id} role="menu" tabIndex={-1} aria-label={label} onKeyDown={onMenuKey}>
            {items.map((item, index) => (
              <button
                key={item.label}
                type="button"
                role="menuitem"
                tabIndex={index === at ? 0 : -1}
                onFocus={() => setAt(index)}
                onClick={() => choose(item)}
              >
                {item.label}
                {item.hint !== undefined && <small>{item.hint}</small>}
              </button>
            ))}
          </div>
          <p role="status">{said}</p>
        </div>
      )}
    </div>
  );
}

/** Where a key leads in the menu; undefined where it is no key of a menu. */
function nextItem(items: readonly MenuItem[], at: number, { key, ctrlKey, altKey, metaKey }: KeyboardEvent): number | undefined {
  const count = items.length;
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % count;
    case 'ArrowUp':
      return (at + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
  }
  if (key.length !== 1 || key === ' ' || ctrlKey || altKey || metaKey) return undefined;
  const letter = key.toLowerCase();
  const after = [...items.keys()].map((step) => (at + 1 + step) % count);
  // Another letter is taken all the same: keys of the views behind the menu must not work through it.
  return after.find((index) => items[index].label.toLowerCase().startsWith(letter)) ?? at;
}
