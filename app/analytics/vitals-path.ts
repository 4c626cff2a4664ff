/** Pages post their web vitals to this path. */
export const VITALS_PATH = '/vitals'
