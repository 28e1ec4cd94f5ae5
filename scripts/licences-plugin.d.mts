import type { Plugin } from 'vite';

export const licencesPlugin: () => Plugin;
