import { cpuTrace, gpuArchive } from './profiles.ts';
import { expect, expectState, pick, test, violations } from './site.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} colours axe finds nothing`, () => {
    test.use({ colorScheme });

    test('on the landing page', async ({ site }) => {
      const samples = site.getByRole('region', { name: /sample/ });
      await expect(samples).toBeVisible();
      await expect(samples.getByRole('button').first()).toHaveAccessibleName(/^Compare: .*Start here$/);
      await samples.getByText('What it assumes: Staircase of copies').click();
      await expect(samples).toContainText('Assumes JAX 0.6.1, memory fraction 0.75, a pool of 16.58 GiB');
      expect(await violations(site)).toEqual([]);
    });

    test('while a profile is read', async ({ site }) => {
      // Workers that never say anything, so the load stays where it is. Their scripts cannot be held back: the service
      // worker has them by then, or not.
      await site.evaluate(() => {
        class SilentWorker extends EventTarget {
          readonly postMessage = (): void => undefined;
          readonly terminate = (): void => undefined;
        }
        Object.assign(window, { Worker: SilentWorker });
      });
      await pick(site, { name: 'profile.tar.gz', bytes: gpuArchive() });
      await expectState(site, 'loading');
      expect(await violations(site)).toEqual([]);
    });

    test('on the main screen', async ({ site }) => {
      await pick(site, { name: 'profile.tar.gz', bytes: gpuArchive() });
      await expectState(site, 'open');
      expect(await violations(site)).toEqual([]);
      await site.getByRole('button', { name: /window peak/ }).focus();
      await site.getByText('Keys', { exact: true }).first().click();
      expect(await violations(site)).toEqual([]);
    });

    test('where there is no curve, and where nothing opened', async ({ site }) => {
      await pick(site, { name: 'cpu.xplane.pb', bytes: cpuTrace() });
      await expectState(site, 'open');
      expect(await violations(site)).toEqual([]);
      await pick(site, { name: 'notes.txt', bytes: new TextEncoder().encode('not a profile') });
      await expectState(site, 'refused');
      expect(await violations(site)).toEqual([]);
    });
  });
}

test('axe finds a fault that is planted', async ({ site }) => {
  await site.evaluate(() => document.querySelector('main')?.append(document.createElement('button')));
  expect(await violations(site)).toEqual(['critical button-name: <button></button>']);
});

for (const [name, viewport] of [
  ['1280 px', { width: 1280, height: 800 }],
  ['1280 px at 200 %', { width: 640, height: 400 }],
  ['3840 px', { width: 3840, height: 2160 }],
] as const) {
  test.describe(`at ${name}`, () => {
    test.use({ viewport });

    test('no screen scrolls sideways', async ({ site }) => {
      const sideways = (): Promise<number> =>
        site.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(await sideways()).toBe(0);
      await pick(site, { name: 'profile.tar.gz', bytes: gpuArchive() });
      await expectState(site, 'open');
      expect(await sideways()).toBe(0);
      await expect(site.getByRole('slider')).toBeVisible();
    });
  });
}
