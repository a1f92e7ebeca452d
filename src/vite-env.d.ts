/// <reference types="vite/client" />

/** Version and build id, put in by the build (`vite.config.ts`). Links, pictures and reports carry it. */
declare const __HIGHWATER_BUILD__: string;
/** Where the site is published, with a slash at its end; empty where the build names no place (`HIGHWATER_SHARE_ORIGIN`). */
declare const __HIGHWATER_SHARE_ORIGIN__: string;
