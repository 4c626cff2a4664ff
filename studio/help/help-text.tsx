import { Fragment } from 'react'
import { IntentLink } from 'sanity/router'

const MARKUP = /“([^”]+)”|\[([^\]]+)\]\((create|edit)\/(\w+)\)/g

/** Shows a line of help: labels in bold, links into the Studio. See tasks.ts for the notation. */
export function HelpText({ children }: { children: string }) {
  let end = 0
  const parts = [...children.matchAll(MARKUP)].map((match) => {
    const [all, label, text, intent, target = ''] = match
    const before = children.slice(end, match.index)
    end = match.index + all.length
    return (
      <Fragment key={match.index}>
        {before}
        {label ? (
          <strong>{label}</strong>
        ) : (
          <IntentLink
            intent={intent as string}
            params={intent === 'edit' ? { id: target, type: target } : { type: target, template: target }}
          >
            {text}
          </IntentLink>
        )}
      </Fragment>
    )
  })
  return (
    <>
      {parts}
      {children.slice(end)}
    </>
  )
}
