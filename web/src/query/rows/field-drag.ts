/** Data type of a field dragged from the field rail onto the list, or within the table header. */
export const FIELD_DRAG_TYPE = 'application/x-xplain-field';
