import { getPublishedId } from '@sanity/client/csm'
import { Card, Stack, Text } from '@sanity/ui'
import { IntentLink } from 'sanity/router'
import { styled } from 'styled-components'
import type { Question } from '#studio/guards/questions.ts'
import { consequenceOf, kindOf, nameOf, type ReferencePlace } from '#studio/validation/references.ts'

/** Told from the words beside it by more than a color, which is all that a text of the Studio leaves a link. */
const Underlined = styled(IntentLink)`
  && {
    text-decoration: underline;
  }
`

/** What is said of the text of a document that is taken down. */
export const KeptNote = ({ since }: { since: string }) => (
  <Text size={1}>Its text in force since {since} stays readable at its dated address.</Text>
)

/** What an editor is asked about: each fact, and where it shows. */
export function QuestionList({ questions }: { questions: Question[] }) {
  return questions.map(({ text, places = [] }) => (
    <Stack key={text} gap={4}>
      <Card padding={3} radius={2} tone="caution">
        <Text size={1}>{text}</Text>
      </Card>
      {places.length > 0 && <PlaceList places={places} />}
    </Stack>
  ))
}

/** Where something is referred to: each document once, with a link that opens it. */
export function PlaceList({
  places,
  consequences = false,
}: {
  places: ReferencePlace[]
  consequences?: boolean
}) {
  const documents = new Map<string, ReferencePlace>()
  for (const place of places) {
    const id = getPublishedId(place.document._id)
    if (!documents.has(id)) documents.set(id, place)
  }
  return (
    <Stack as="ul" gap={2}>
      {[...documents].map(([id, place]) => (
        <Card as="li" key={id} padding={3} border radius={2}>
          <Stack gap={3}>
            <Text size={1}>
              <Underlined intent="edit" params={{ id, type: place.document._type }} target="_blank">
                {nameOf(place.document)}
              </Underlined>{' '}
              · {kindOf(place.document)}
            </Text>
            {consequences && (
              <Text size={1} muted>
                {consequenceOf(place)}
              </Text>
            )}
          </Stack>
        </Card>
      ))}
    </Stack>
  )
}
