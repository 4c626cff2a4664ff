import { Card, Stack, Text } from '@sanity/ui'
import { useEffect, useState } from 'react'
import { type ObjectInputProps, useClient, useFormValue } from 'sanity'
import { styled } from 'styled-components'
import { API_VERSION } from '#studio/schema/api-version.ts'
import { pathOf, readContent, slugOf } from '#studio/validation/published-content.ts'
import type { StoredDocument } from '#studio/validation/rule.ts'
import { textOf } from '#studio/validation/text-of.ts'

/** Search engines show about this many characters. */
const TITLE_CHARACTERS = 60
const DESCRIPTION_CHARACTERS = 160

// The colors of a search result, whatever the theme of the Studio.
const Result = styled.div`
  max-width: 600px;
  padding: 16px;
  border-radius: 6px;
  background: #fff;
  color: #4d5156;
  font:
    14px/1.58 arial,
    sans-serif;
  cite {
    font-style: normal;
    font-size: 12px;
  }
  strong {
    display: block;
    font-weight: 400;
    font-size: 20px;
    line-height: 1.3;
    color: #1a0dab;
  }
`

/** Shows above “Search and sharing” what a search result would show of the page, cut where search engines cut it. */
export function SearchPreview(props: ObjectInputProps) {
  const client = useClient({ apiVersion: API_VERSION })
  const [settings, setSettings] = useState<StoredDocument | null>(null)
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
  return (
    <Stack gap={4}>
      <Card padding={1} border radius={2} role="group" aria-label="Search result">
        {seo.noIndex ? (
          <Card padding={3}>
            <Text size={1} muted>
              Search engines are asked to leave this page out.
            </Text>
          </Card>
        ) : (
          <Result>
            <cite>{`${textOf(settings?.brand) ?? ''} › ${(pathOf({ _type, slug: slugOf(document) }) ?? '').replace(/^\//, '') || 'home'}`}</cite>
            <strong>{cut(shownTitle, TITLE_CHARACTERS)}</strong>
            {cut(ownDescription ?? textOf(settings?.description) ?? '', DESCRIPTION_CHARACTERS)}
          </Result>
        )}
      </Card>
      {props.renderDefault(props)}
    </Stack>
  )
}

/** Cuts at the end of a word, as search engines do. */
const cut = (text: string, characters: number): string =>
  text.length <= characters ? text : `${text.slice(0, characters).replace(/\s+\S*$/, '')} …`
