import { useState } from 'react';
import type { ReactNode } from 'react';
import { forgetRecent, recentFiles } from '../common/recent-files.ts';

/** What was open here before, by name. Nothing where nothing was. */
export function Recent(): ReactNode {
  const [files, setFiles] = useState(recentFiles);
  if (files.length === 0) return null;
  return (
    <section className="recent" aria-labelledby="recent-title">
      <h2 id="recent-title">Opened here before</h2>
      <p>
        This browser keeps their names and nothing else. Drop a file again to see it.{' '}
        <button
          type="button"
          className="link"
          onClick={() => {
            forgetRecent();
            setFiles([]);
          }}
        >
          Forget these names
        </button>
      </p>
      <ul>
        {files.map(({ name, detail }) => (
          <li key={name}>
            <code>{name}</code> <span className="chip-detail">{detail}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
