import { type DocumentActionComponent, useParseErrors } from 'sanity'

/** What is said where a form has to be put right before anything goes out. */
export const INVALID = 'The form names what has to be put right first.'

/**
 * Whether a field of the open form holds what it can't read. It leaves that out of the document: “11/30/2026” in “Show from”
 * would go out at once.
 */
export const useIsUnread = (): boolean => Object.keys(useParseErrors()).length > 0

/** The Studio's "Schedule publish", which looks at the document alone (sanity 6.16): shut while a field could not be read. */
export function guardSchedule(schedule: DocumentActionComponent): DocumentActionComponent {
  const GuardedSchedule: DocumentActionComponent = (props) => {
    const original = schedule(props)
    const isUnread = useIsUnread()
    return original && isUnread ? { ...original, disabled: true, title: INVALID } : original
  }
  GuardedSchedule.action = schedule.action
  GuardedSchedule.displayName = 'GuardedSchedule'
  return GuardedSchedule
}
