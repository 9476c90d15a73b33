/** After `#` in the URL of a dashboard in edit mode, so that the back button leaves it. */
export const EDIT_HASH = 'edit';

/** Narrower screens show panels at other positions than the stored ones. */
export const WIDE_ENOUGH = '(min-width: 1024px)';
