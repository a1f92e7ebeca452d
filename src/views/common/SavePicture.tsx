import { useEffect, useId, useRef, useState } from 'react';
import type { FocusEvent, KeyboardEvent, ReactNode } from 'react';
import { DARK, LIGHT } from '../../layout/palette.ts';
import type { Palette } from '../../layout/palette.ts';
import type { Figure, FigureContent, FigureContext } from '../../share/figure.ts';
import { layoutFigure } from '../../share/figure.ts';
import { figureToSvg } from '../../share/svg.ts';
import { appStore } from '../../state/store.ts';
import { AwaitedKeys } from '../canvas/awaited-keys.ts';
import { figurePng } from '../canvas/figure-png.ts';
import { canvasMeasurer } from '../canvas/painter.ts';
import { readPalette } from '../canvas/palette.ts';
import { CopyButton } from './CopyButton.tsx';
import { download, fileName } from './download.ts';
import { figureContext } from './figure-context.ts';
import { linkFragment, linkOf } from './picture-link.ts';
import { useSession } from './session.ts';

interface Props {
  /** Which picture, for the file's name: `memory-GPU_0_bfc`. */
  name: string;
  /** What is drawn now; null while nothing is. */
  content: () => FigureContent | null;
  /** Of what it is, where that is not what is open. */
  context?: FigureContext;
}

type Colors = 'page' | 'light' | 'dark';

const PALETTES: Record<Colors, () => Palette> = { page: readPalette, light: () => LIGHT, dark: () => DARK };

/** What became of the last click. */
type Outcome = { kind: 'none' } | { kind: 'said'; words: string } | { kind: 'copied'; link: string | null };

const NOTHING_YET = 'There is nothing to draw yet. This is done as soon as there is.';
const NO_PNG = 'This browser could not make a PNG of it. The SVG has the same picture.';
const NO_CLIPBOARD = 'This browser does not let a page copy pictures. Download the PNG instead.';

/** The picture of a view as a file for an issue or a talk, or on the clipboard. */
export function SavePicture({ name, content, context }: Props): ReactNode {
  const session = useSession();
  const [colors, setColors] = useState<Colors>('page');
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'none' });
  const menu = useRef<HTMLDetailsElement>(null);
  const said = (words: string): void => setOutcome({ kind: 'said', words });

  // A press may come before the answer that the picture is drawn from: every render may have brought it.
  const [presses] = useState(() => new AwaitedKeys());
  const latest = useRef(content);
  useEffect(() => {
    latest.current = content;
    presses.retry();
  });
  const withFigure = (act: (figure: Figure) => void): void =>
    presses.run(() => {
      const drawn = latest.current();
      if (drawn === null) said(NOTHING_YET);
      else act(layoutFigure(context ?? figureContext(appStore.getState()), drawn, canvasMeasurer()));
      return drawn !== null;
    });
  const leave = ({ relatedTarget }: FocusEvent): void => {
    if (!(relatedTarget instanceof Node && menu.current?.contains(relatedTarget))) presses.forget();
  };
  const saveSvg = (drawn: Figure): void => {
    const svg = figureToSvg(drawn, PALETTES[colors]());
    download(new Blob([svg], { type: 'image/svg+xml' }), fileName(`${name}.svg`));
    setOutcome({ kind: 'none' });
  };
  const savePng = async (drawn: Figure): Promise<void> => {
    const png = await figurePng(drawn, PALETTES[colors]());
    if (png === null) return said(NO_PNG);
    const fragment = await linkFragment(session, appStore.getState());
    const file = fragment === null ? png : await withText(png, fragment);
    download(file, fileName(`${name}.png`));
    return said(fragment === null ? '' : 'The PNG carries this view: dropped on this page, it opens it again.');
  };
  const copy = async (drawn: Figure): Promise<void> => {
    // Browsers leave the clipboard out of pages that are neither https nor localhost.
    const { clipboard } = navigator as { clipboard?: Clipboard };
    if (clipboard === undefined || typeof ClipboardItem === 'undefined') return said(NO_CLIPBOARD);
    const fragment = await linkFragment(session, appStore.getState());
    const link = fragment === null ? null : linkOf(fragment).url;
    const png = figurePng(drawn, PALETTES[colors]()).then((made) => made ?? Promise.reject(new Error(NO_PNG)));
    const text = link === null ? {} : { 'text/plain': new Blob([link], { type: 'text/plain' }) };
    try {
      await clipboard.write([new ClipboardItem({ 'image/png': png, ...text })]);
      return setOutcome({ kind: 'copied', link });
    } catch {
      return said(NO_CLIPBOARD);
    }
  };
  const close = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || menu.current?.open !== true) return;
    event.stopPropagation();
    menu.current.open = false;
    menu.current.querySelector('summary')?.focus();
  };

  return (
    <details ref={menu} className="save-menu" onKeyDown={close} onBlur={leave}>
      <summary title="Save picture">
        Save<span className="visually-hidden"> picture</span>
      </summary>
      <div className="save-menu-panel">
        <ColorChoice value={colors} onChoose={setColors} />
        <div className="save-menu-row">
          <button type="button" className="button small" onClick={() => withFigure(saveSvg)}>
            SVG
          </button>
          <button type="button" className="button small" onClick={() => withFigure((drawn) => void savePng(drawn))}>
            PNG, 2×
          </button>
          <button type="button" className="button small" onClick={() => withFigure((drawn) => void copy(drawn))}>
            Copy picture
          </button>
        </div>
        <div role="status">
          {outcome.kind === 'said' && outcome.words !== '' && <p>{outcome.words}</p>}
          {outcome.kind === 'copied' && <Copied link={outcome.link} />}
        </div>
      </div>
    </details>
  );
}

function ColorChoice({ value, onChoose }: { value: Colors; onChoose: (colors: Colors) => void }): ReactNode {
  const id = useId();
  const choices: readonly (readonly [Colors, string])[] = [
    ['page', 'as the page'],
    ['light', 'light'],
    ['dark', 'dark'],
  ];
  return (
    <div className="save-menu-row">
      <label htmlFor={id}>Colours</label>
      <select
        id={id}
        className="field"
        value={value}
        onChange={({ target }) => onChoose(choices[target.selectedIndex]?.[0] ?? 'page')}
      >
        {choices.map(([colors, words]) => (
          <option key={colors} value={colors}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}

/** The clipboard keeps the pixels of a picture and nothing else. */
function Copied({ link }: { link: string | null }): ReactNode {
  if (link === null) {
    return <p>Copied. A copied picture does not carry its view, as a downloaded PNG does.</p>;
  }
  return (
    <>
      <p>Copied. The clipboard strips the view from a picture; the link beside it, copied as text, opens it:</p>
      <div className="save-menu-row">
        <input className="field" aria-label="Link to this view" readOnly value={link} />
        <CopyButton text={link} label="Copy the link" />
      </div>
    </>
  );
}

async function withText(png: Blob, fragment: string): Promise<Blob> {
  const { withPngText } = await import('../../share/png-chunk.ts');
  return new Blob([withPngText(new Uint8Array(await png.arrayBuffer()), fragment)], { type: 'image/png' });
}
