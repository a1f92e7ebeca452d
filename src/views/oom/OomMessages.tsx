import type { ReactNode } from 'react';
import type { OpenedMessage } from '../../worker/protocol.ts';
import { OomMessage } from './OomMessage.tsx';

/** Out-of-memory messages of logs and pasted texts, explained one text after the other. */
export function OomMessages({ messages }: { messages: readonly OpenedMessage[] }): ReactNode {
  return (
    <div className="oom-messages">
      {messages.map((message, index) => (
        <OomMessage key={`${String(index)} ${message.file}`} message={message} />
      ))}
    </div>
  );
}
