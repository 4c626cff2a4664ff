type PathSegment = string | number | { _key: string }
export type Path = PathSegment[]

/** A stored document. Rules accept any value in its fields. */
export type StoredDocument = { _id: string; _type: string; [field: string]: unknown }
