/** A day as a date field keeps it, where the editor is: in the evening of New York it is tomorrow in UTC. */
export const dayOf = (now: Date): string =>
  [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
