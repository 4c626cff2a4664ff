/** Where pages report to. */
export const VITALS_PATH = '/vitals'
