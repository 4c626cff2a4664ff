declare module '*?inline-script' {
  /** A function, as JavaScript (app/server/inline-script.ts). */
  const code: string
  export default code
}
