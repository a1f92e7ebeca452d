import type { ReactNode } from 'react';

interface Props {
  name: string;
  title?: string;
  children: ReactNode;
}

/** One line of the details of what is selected. */
export function Detail({ name, title, children }: Props): ReactNode {
  return (
    <div title={title}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
