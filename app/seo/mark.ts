/** The logo as an SVG path (64 × 64, fill rule evenodd). `public/icons` contains it as files. */
export const MARK =
  'M32 2C47 2 58 13 58 28V59a3 3 0 0 1-3 3H45L38 38.8a11 11 0 1 0-12 0L19 62H9a3 3 0 0 1-3-3V28C6 13 17 2 32 2zM32 9.2v4a16.3 16.3 0 0 1 16.3 16.3h4A20.3 20.3 0 0 0 32 9.2z'
export const MARK_COLOR = '#1d2a2e'
/** `--paper` in app/ui/tokens.css. */
export const PAPER_COLOR = '#fbf7f0'
