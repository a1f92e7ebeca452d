/// <reference types="vite/client" />

/** Version and build id, put in by the build (`vite.config.ts`). Links, pictures and reports carry it. */
declare const __HIGHWATER_BUILD__: string;
