declare const __HIGHWATER_BUILD__: string;

/** Of the build that runs; a test runs none. */
export const BUILD = typeof __HIGHWATER_BUILD__ === 'string' ? __HIGHWATER_BUILD__ : 'unbuilt';
