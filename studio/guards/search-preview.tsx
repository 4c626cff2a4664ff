import { Card, Stack, Text } from '@sanity/ui'
import { useEffect, useState } from 'react'
import { type ObjectInputProps, useClient, useFormValue } from 'sanity'
import { styled } from 'styled-components'
import { DESCRIPTION_LETTERS, TITLE_LETTERS } from '#studio/guards/structure-rules.ts'
import { API_VERSION } from '#studio/schema/api-version.ts'
import { pathOf, readContent, type SettingsFacts } from '#studio/validation/published-content.ts'

// The colours of a search result, whatever the Studio's theme.
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

/** The fields of “Search and sharing” below what a search result would show of them, cut where it would be cut. */
export function SearchPreview(props: ObjectInputProps) {
  const client = useClient({ apiVersion: API_VERSION })
  const [settings, setSettings] = useState<SettingsFacts | null>(null)
  const document = useFormValue([]) as {
    _type: string
    title?: string
    slug?: { current?: string }
    description?: string
    seo?: { title?: string; description?: string; noIndex?: boolean }
  }
  useEffect(() => {
    readContent(client).then(
      (dataset) => setSettings(dataset.settings),
      () => {}, // a preview without the brand is better than none
    )
  }, [client])
  const { seo = {}, title, description, slug, _type } = document
  const shownTitle = [seo.title || title, settings?.brand].filter(Boolean).join(' · ')
  const ownDescription =
    seo.description || (_type === 'article' && description) || settings?.description || ''
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
            <cite>{`${settings?.brand ?? ''} › ${(pathOf({ _type, slug: slug?.current }) ?? '').replace(/^\//, '') || 'home'}`}</cite>
            <strong>{cut(shownTitle, TITLE_LETTERS)}</strong>
            {cut(String(ownDescription), DESCRIPTION_LETTERS)}
          </Result>
        )}
      </Card>
      {props.renderDefault(props)}
    </Stack>
  )
}

/** At a word’s end, as search engines do. */
const cut = (text: string, letters: number): string =>
  text.length <= letters ? text : `${text.slice(0, letters).replace(/\s+\S*$/, '')} …`
