import { useRef } from 'react';
import type { ReactNode } from 'react';
import { FilePickers } from '../common/FilePickers.tsx';
import { MenuButton } from '../common/MenuButton.tsx';
import { useSession } from '../common/session.ts';

/** What takes the place of what is open. */
export function OpenMenu(): ReactNode {
  const session = useSession();
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  return (
    <>
      <MenuButton
        label="Open"
        items={[
          { label: 'Files…', choose: () => files.current?.click() },
          { label: 'A folder…', choose: () => folder.current?.click() },
          { label: 'Samples', hint: 'closes what is open', choose: () => session.close() },
        ]}
      />
      <FilePickers files={files} folder={folder} />
    </>
  );
}
