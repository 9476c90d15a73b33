/** What measuring is called in logs and metrics. */
export const MEASURING = 'services';
