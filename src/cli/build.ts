declare const __HIGHWATER_BUILD__: string;

/** Of the build that runs; a test runs none. */
export const BUILD = typeof __HIGHWATER_BUILD__ === 'string' ? __HIGHWATER_BUILD__ : 'unbuilt';

declare const __HIGHWATER_SHARE_ORIGIN__: string;

/** Where links point; empty where the build was told none. */
export const SHARE_ORIGIN = typeof __HIGHWATER_SHARE_ORIGIN__ === 'string' ? __HIGHWATER_SHARE_ORIGIN__ : '';
