/** The app's own icons: 24 units square, drawn with lines, in the colour of the text around them. */
const PATHS = {
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14ZM20 20l-4-4',
  evaluate: 'M9 12l2 2 4-4M12 3l7 3v6c0 4.5-3 7.5-7 9-4-1.5-7-4.5-7-9V6l7-3Z',
  plug: 'M9 3v5M15 3v5M6 8h12v3a6 6 0 0 1-12 0V8ZM12 17v4',
  settings:
    'M4 7h9M17 7h3M4 17h3M11 17h9M15 5a2 2 0 1 0 0 4 2 2 0 0 0 0-4ZM9 15a2 2 0 1 0 0 4 2 2 0 0 0 0-4Z',
  rocket: 'M5 15c-1.5 1-2 4-2 4s3-.5 4-2M9 15l-3-3c1-5 5-9 13-9 0 8-4 12-9 13l-1-1ZM15 9h.01',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM5 20a7 7 0 0 1 14 0',
  users:
    'M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM3 19a6 6 0 0 1 12 0M16 5.5a3.5 3.5 0 0 1 0 6M18 14a6 6 0 0 1 3 5',
  building: 'M5 21V4h9v17M14 9h5v12M3 21h18M8 8h3M8 12h3M8 16h3',
  key: 'M8 11a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM11 12l8-8M16 7l3 3',
  database:
    'M5 6c0-3.5 14-3.5 14 0s-14 3.5-14 0ZM5 6v12c0 3.5 14 3.5 14 0V6M5 12c0 3.5 14 3.5 14 0',
  pipeline: 'M4 6h6v5h10M4 18h6v-5M17 8l3 3-3 3',
  gauge: 'M4 18a8 8 0 1 1 16 0M12 18l4-6',
  list: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
  inbox: 'M4 13l3-8h10l3 8v6H4v-6ZM4 13h5a3 3 0 0 0 6 0h5',
  card: 'M3 6h18v12H3V6ZM3 10h18M7 15h3',
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l2 2H4l2-2ZM10 21h4',
  chart: 'M4 20V4M4 20h16M8 16v-4M12 16V8M16 16v-6',
  dashboard: 'M4 4h7v9H4V4ZM13 4h7v5h-7V4ZM13 11h7v9h-7v-9ZM4 15h7v5H4v-5Z',
  expand: 'M14 4h6v6M20 4l-6 6M10 20H4v-6M4 20l6-6',
  table: 'M4 5h16v14H4V5ZM4 10h16M4 15h16M10 10v9',
  service: 'M3 12h4l2.5-7 5 14 2.5-7h4',
  copy: 'M9 9h11v11H9V9ZM15 9V4H4v11h5',
  check: 'M5 12l5 5 9-10',
  close: 'M6 6l12 12M18 6L6 18',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
  pencil: 'M4 20l1-4L16 5l3 3L8 19l-4 1ZM14 7l3 3',
  up: 'M12 19V5M6 11l6-6 6 6',
  down: 'M12 5v14M6 13l6 6 6-6',
  chevronDown: 'M6 9l6 6 6-6',
  chevronRight: 'M9 6l6 6-6 6',
  chevronUpDown: 'M8 10l4-4 4 4M8 14l4 4 4-4',
  menu: 'M4 7h16M4 12h16M4 17h16',
  dots: 'M5 12h.01M12 12h.01M19 12h.01',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.5 1.5M17.5 17.5L19 19M5 19l1.5-1.5M17.5 6.5L19 5',
  moon: 'M19 14A8 8 0 0 1 10 5a7.5 7.5 0 1 0 9 9Z',
  monitor: 'M3 5h18v11H3V5ZM9 20h6M12 16v4',
  keyboard: 'M3 7h18v10H3V7ZM7 11h.01M11 11h.01M15 11h.01M8 14h8',
  logout: 'M14 5H6v14h8M11 12h10M18 9l3 3-3 3',
  warning: 'M12 4l9 16H3L12 4ZM12 10v4M12 17h.01',
  critical: 'M8 3h8l5 5v8l-5 5H8l-5-5V8l5-5ZM12 8v5M12 16h.01',
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 11v5M12 8h.01',
  help: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8M12 17h.01',
  offline:
    'M4 4l16 16M8.5 16a5 5 0 0 1 7 0M5 12.5a10 10 0 0 1 4-2.3M14 9.8a10 10 0 0 1 5 2.7M12 20h.01',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 7v5l3 2',
  undo: 'M9 7L4 12l5 5M4 12h10a6 6 0 0 1 6 6',
  redo: 'M15 7l5 5-5 5M20 12H10a6 6 0 0 0-6 6',
  refresh: 'M20 5v5h-5M4 19v-5h5M6 9a7 7 0 0 1 12-2l2 3M18 15a7 7 0 0 1-12 2l-2-3',
  upload: 'M12 16V5M7 9l5-5 5 5M5 20h14',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  play: 'M8 5l11 7-11 7V5Z',
  pause: 'M8 5v14M16 5v14',
  star: 'M12 4l2.5 5.2 5.5.8-4 4 1 5.6-5-2.7-5 2.7 1-5.6-4-4 5.5-.8L12 4Z',
  pin: 'M9 4h6l-1 6 3 3H7l3-3-1-6ZM12 13v7',
  filter: 'M4 5h16l-6 8v6l-4-2v-4L4 5Z',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  columns: 'M4 5h16v14H4V5ZM10 5v14M15 5v14',
  external: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
} as const;

export type IconName = keyof typeof PATHS;

/** Decorative only: the surrounding element carries the meaning as text. */
export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
