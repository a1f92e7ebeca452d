/**
 * The values of the colour roles, for pictures that are made without a page. The page has the same values in
 * `styles/tokens.css`; a test keeps the two equal and checks their contrast.
 */

import type { ColorRole } from './display-list.ts';

export type Palette = Record<ColorRole, string>;

export const LIGHT: Palette = {
  background: '#fbfbfa',
  panel: '#ffffff',
  line: '#e3e3df',
  ink: '#1c1d1f',
  'ink-secondary': '#565960',
  'ink-tertiary': '#65686e',
  accent: '#0b62c4',
  'in-use': '#7fb1de',
  'in-use-line': '#1f6db5',
  reserved: '#c9cdd3',
  'before-capture': '#dfe6ee',
  peak: '#c2410c',
  capacity: '#7d8086',
  selection: '#fff3d6',
  'frame-user': '#e8c08a',
  'frame-jax': '#a9cbe8',
  'frame-runtime': '#b8d8b4',
  'frame-program': '#d9c3e0',
  merged: '#c4c6c9',
  'series-1': '#95b7f8',
  'series-2': '#82f2b1',
  'series-3': '#e8ce4f',
  'series-4': '#bc6fa4',
  'series-5': '#67b3c5',
  'series-6': '#94bc54',
  'series-7': '#9f86de',
  'series-8': '#f3869a',
};

export const DARK: Palette = {
  background: '#16181b',
  panel: '#1d2024',
  line: '#2e3238',
  ink: '#e8e9ea',
  'ink-secondary': '#a8acb3',
  'ink-tertiary': '#959aa1',
  accent: '#6cb2ff',
  'in-use': '#2f618f',
  'in-use-line': '#7cc0ff',
  reserved: '#434850',
  'before-capture': '#262c34',
  peak: '#ff9d5c',
  capacity: '#7c8188',
  selection: '#3a3320',
  'frame-user': '#7a5a2c',
  'frame-jax': '#2f5878',
  'frame-runtime': '#365a38',
  'frame-program': '#54405c',
  merged: '#4a4e55',
  'series-1': '#26419f',
  'series-2': '#2c673e',
  'series-3': '#58461b',
  'series-4': '#7b167d',
  'series-5': '#246f89',
  'series-6': '#4e7206',
  'series-7': '#7947b8',
  'series-8': '#905664',
};
