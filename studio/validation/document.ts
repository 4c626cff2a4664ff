type PathSegment = string | number | { _key: string }
export type Path = PathSegment[]

/** A document as it is stored. Rules read the fields that they know and accept any value in them. */
export type StoredDocument = { _id: string; _type: string; [field: string]: unknown }
