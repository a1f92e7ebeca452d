import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startWorkersEarly } from './early-workers.ts';
import { listenToPages } from './embedding.ts';
import { followLink } from './open-link.ts';
import { workOffline } from './offline.ts';
import { PageSession } from './session.ts';
import { browserAddress, followAddress } from './state/history.ts';
import { appStore } from './state/store.ts';
import { App } from './views/App.tsx';
import { followRecent } from './views/common/recent-files.ts';
import { SessionContext } from './views/common/session.ts';
import { publishState } from './views/page-state.ts';
import { followTheme } from './views/theme.ts';
import './styles/tokens.css';
import './styles/base.css';
import './styles/screens.css';
import './styles/landing.css';
import './styles/modal.css';
import './styles/main-screen.css';
import './styles/findings.css';
import './styles/timeline.css';
import './styles/lanes.css';
import './styles/devices.css';
import './styles/lower.css';
import './styles/flame.css';
import './styles/blocks.css';
import './styles/allocations.css';
import './styles/dump.css';
import './styles/menu.css';
import './styles/save-menu.css';
import './styles/reduce.css';
import './styles/request.css';
import './styles/summary-notice.css';
import './styles/oom.css';
import './styles/oom-screen.css';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root.');

followTheme(appStore);
publishState(appStore);
followRecent(appStore);
followAddress(appStore, browserAddress());
startWorkersEarly(appStore);
const session = new PageSession(appStore);
listenToPages((files, origin, isTrusted) => session.takeFiles(files, origin, isTrusted));
followLink(appStore, session);
createRoot(root).render(
  <StrictMode>
    <SessionContext value={session}>
      <App />
    </SessionContext>
  </StrictMode>,
);
workOffline(() => appStore.getState().noticeUpdate());
