import type { ReactNode } from 'react';
import { OpenControls } from '../common/OpenControls.tsx';
import { Recent } from './Recent.tsx';
import { Samples } from './Samples.tsx';
import { Snippets } from './Snippets.tsx';

export function Landing(): ReactNode {
  return (
    <main className="landing">
      <section className="landing-open" aria-labelledby="landing-title">
        <h1 id="landing-title">Where the memory of a JAX program goes</h1>
        <p className="landing-how">
          Drop a profile anywhere on this page: <code>profile.tar.gz</code>, a <code>.xplane.pb</code>, the folder that{' '}
          <code>jax.profiler</code> wrote, or a <code>memory.prof</code>; several of those become a series.
        </p>
        <p className="landing-how">
          Did it run out of memory? Paste the error text here (<kbd>Ctrl</kbd> <kbd>V</kbd>, or <kbd>⌘</kbd>{' '}
          <kbd>V</kbd>), or drop the log: it is explained, with the numbers and what to do next.
        </p>
        <p>
          <OpenControls />
        </p>
        <p className="landing-private">
          Nothing leaves this browser: there is no server, and the page sends nothing anywhere.
        </p>
      </section>
      <Recent />
      <Samples />
      <Snippets />
      <p className="build">Highwater {__HIGHWATER_BUILD__}</p>
    </main>
  );
}
