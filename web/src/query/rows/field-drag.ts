/** What is dragged from the field rail onto the list, or within the heads. */
export const FIELD_DRAG_TYPE = 'application/x-xplain-field';
