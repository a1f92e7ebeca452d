import type { ReactNode } from 'react';
import { CopyButton } from '../common/CopyButton.tsx';
import { SNIPPETS } from './snippets.ts';

export function Snippets(): ReactNode {
  return (
    <section className="snippets" aria-labelledby="snippets-title">
      <h2 id="snippets-title">How to take a profile</h2>
      <ul>
        {SNIPPETS.map(({ title, purpose, code }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{purpose}</p>
            <div className="snippet">
              <pre tabIndex={0} aria-label={`Code: ${title}`}>
                <code>{code}</code>
              </pre>
              <CopyButton text={code} label={`Copy the code: ${title}`} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
