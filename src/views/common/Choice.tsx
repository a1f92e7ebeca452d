import type { ReactNode } from 'react';

interface Props<Value extends string> {
  label: string;
  value: Value;
  options: readonly (readonly [value: Value, words: string])[];
  onChoose: (value: Value) => void;
}

/** One choice within a sentence. */
export function Choice<Value extends string>({ label, value, options, onChoose }: Props<Value>): ReactNode {
  return (
    <select
      className="field"
      aria-label={label}
      value={value}
      onChange={(event) => {
        const chosen = options[event.target.selectedIndex];
        if (chosen !== undefined) onChoose(chosen[0]);
      }}
    >
      {options.map(([option, words]) => (
        <option key={option} value={option}>
          {words}
        </option>
      ))}
    </select>
  );
}
