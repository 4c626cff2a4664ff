import { Code } from '@sanity/ui/code'
import { definePlugin, type LayoutProps } from 'sanity'

/**
 * Fetches ahead what colors the code in an error's message. The Studio fetches it when a list fails: without a network that
 * fails too, and then it loads itself anew, without all that was typed meanwhile.
 */
export const codeAhead = definePlugin({
  name: 'code-ahead',
  studio: { components: { layout: CodeAhead } },
})

function CodeAhead(props: LayoutProps) {
  return (
    <>
      {props.renderDefault(props)}
      <div hidden>
        <Code>{''}</Code>
      </div>
    </>
  )
}
