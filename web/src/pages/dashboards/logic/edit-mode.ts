/** Behind `#` in the address of a dashboard that is edited, so that the way back leaves it. */
export const EDIT_HASH = 'edit';

/** Narrower screens show panels in other places than those they are kept in. */
export const WIDE_ENOUGH = '(min-width: 1024px)';
