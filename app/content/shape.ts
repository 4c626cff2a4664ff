/** Describes a value: a primitive, always null, unknown to the schema, or an index into NODES. */
export type Shape = 'string' | 'number' | 'boolean' | 'none' | 'any' | number
/** `kinds`: objects that `_type` distinguishes. */
export type ShapeNode = { list: Shape } | { fields: Record<string, Shape> } | { kinds: Record<string, Shape> }
