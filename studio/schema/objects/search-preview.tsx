import { Card, Stack, Text } from '@sanity/ui'
import { useEffect, useState } from 'react'
import { type ObjectInputProps, useClient, useFormValue } from 'sanity'
import { API_VERSION } from '#studio/schema/api-version.ts'
import { pathOf, readContent, type SettingsFacts, slugOf } from '#studio/validation/published-content.ts'
import { DESCRIPTION_CHARACTERS, TITLE_CHARACTERS } from '#studio/validation/rules/search-result.ts'
import { textOf } from '#studio/validation/text-of.ts'

/** Shows above “Search and sharing” what a search result would show of the page, cut where search engines cut it. */
export function SearchPreview(props: ObjectInputProps) {
  const client = useClient({ apiVersion: API_VERSION })
  const [settings, setSettings] = useState<SettingsFacts | null>(null)
  const document = useFormValue([]) as {
    _type: string
    title?: unknown
    description?: unknown
    seo?: { title?: unknown; description?: unknown; noIndex?: boolean }
  }
  useEffect(() => {
    readContent(client).then(
      (content) => setSettings(content.settings),
      () => {}, // a preview without the brand is better than none
    )
  }, [client])
  const { seo = {}, title, description, _type } = document
  const shownTitle = [textOf(seo.title) ?? textOf(title), textOf(settings?.brand)].filter(Boolean).join(' · ')
  const ownDescription = textOf(seo.description) ?? (_type === 'article' ? textOf(description) : undefined)
  const path = pathOf({ _type, slug: slugOf(document) })?.slice(1)
  return (
    <Stack gap={4}>
      <Card padding={4} border radius={2} role="group" aria-label="Search result">
        {seo.noIndex ? (
          <Text size={1} muted>
            Search engines are asked to leave this page out.
          </Text>
        ) : (
          <Stack gap={3}>
            <Text size={1} muted>
              {textOf(settings?.brand)} › {path || 'home'}
            </Text>
            <Text size={2}>{cut(shownTitle, TITLE_CHARACTERS)}</Text>
            <Text size={1}>
              {cut(ownDescription ?? textOf(settings?.description) ?? '', DESCRIPTION_CHARACTERS)}
            </Text>
          </Stack>
        )}
      </Card>
      {props.renderDefault(props)}
    </Stack>
  )
}

/** Cuts at the end of a word, as search engines do. */
const cut = (text: string, characters: number): string =>
  text.length <= characters ? text : `${text.slice(0, characters).replace(/\s+\S*$/, '')} …`
