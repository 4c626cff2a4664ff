/** Gets an event `rejected` when the lake rejects a save. */
export const rejectedSaves = new EventTarget()
