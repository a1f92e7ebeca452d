import { useEffect, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';

/**
 * A part of the page that is fetched when it is first shown. Where that fails, as after the site was published anew or
 * without a network, a sentence stands in its place and the rest of the page goes on.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let part: ComponentType<Props> | null = null;
  return function LazyPart(props: Props): ReactNode {
    const [state, setState] = useState<'waiting' | 'there' | 'failed'>(part === null ? 'waiting' : 'there');
    useEffect(() => {
      if (state !== 'waiting') return undefined;
      let isGone = false;
      load().then(
        (loaded) => {
          part = loaded;
          if (!isGone) setState('there');
        },
        () => {
          if (!isGone) setState('failed');
        },
      );
      return () => {
        isGone = true;
      };
    }, [state]);
    const Part = part;
    if (state === 'there' && Part !== null) return <Part {...props} />;
    return (
      <div className="lazy-part" aria-busy={state === 'waiting'}>
        {state === 'failed' && <p role="alert">This part of the page could not be fetched. Reload the page and try again.</p>}
      </div>
    );
  };
}
