import { HelpCircleIcon } from '@sanity/icons/HelpCircle'
import { Box, Card, Container, Flex, Heading, Stack, Text } from '@sanity/ui'
import type { ReactNode } from 'react'
import type { Tool } from 'sanity'
import { type HelpTopic, TASKS, TOPICS } from '#studio/help/tasks.ts'
import { blocks } from '#studio/schema/blocks.ts'
import { thumbnailOf } from '#studio/schema/documents/page.ts'
import { RULES } from '#studio/validation/rules.ts'

export const helpTool: Tool = { name: 'help', title: 'Help', icon: HelpCircleIcon, component: Help }

function Help() {
  return (
    <Card height="fill" overflow="auto">
      <Container width={1} padding={4}>
        <Stack gap={6} paddingBottom={6}>
          <Stack gap={4}>
            <Heading as="h1" size={3}>
              Help
            </Heading>
            <Text size={1}>Open a line to read it. Bold words are labels on the screen.</Text>
          </Stack>
          <Section title="Everyday tasks">
            {TASKS.map((topic) => (
              <Topic key={topic.title} {...topic} ordered />
            ))}
          </Section>
          <Section title="How the Studio works">
            {TOPICS.map((topic) => (
              <Topic key={topic.title} {...topic} />
            ))}
          </Section>
          <Section title="Blocks of a page">
            {blocks.map(({ name, title, description }) => (
              <Flex key={name} gap={4} align="center" paddingY={2}>
                <img src={thumbnailOf(name)} alt="" width="120" height="80" loading="lazy" />
                <Stack gap={3}>
                  <Text size={1} weight="semibold">
                    {title}
                  </Text>
                  <Text size={1}>{description as string}</Text>
                </Stack>
              </Flex>
            ))}
          </Section>
          <Section title="What the Studio checks">
            <Text size={1}>
              An error must be corrected before you can publish. A warning asks you to confirm. “Checks” lists
              both for all content.
            </Text>
            {RULES.map(({ name, title, help, level }) => (
              <Disclosure key={name} title={title}>
                <Text size={1}>
                  {level === 'error' ? 'Error.' : 'Warning.'} {withLabels(help)}
                </Text>
              </Disclosure>
            ))}
          </Section>
        </Stack>
      </Container>
    </Card>
  )
}

/** Shows the labels of a text, which are in quotation marks, in bold. */
const withLabels = (text: string) =>
  text.split(/“([^”]+)”/).map((part, index) => (index % 2 ? <strong key={part}>{part}</strong> : part))

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <Stack as="section" aria-label={title} gap={3}>
    <Heading as="h2" size={1}>
      {title}
    </Heading>
    {children}
  </Stack>
)

const Topic = ({ title, steps, ordered }: HelpTopic & { ordered?: boolean }) => (
  <Disclosure title={title}>
    <Stack as={ordered ? 'ol' : 'ul'} gap={3} padding={0} margin={0}>
      {steps.map((step, index) => (
        <Flex key={step} as="li" gap={3}>
          <Text size={1} muted>
            {ordered ? `${index + 1}.` : '•'}
          </Text>
          <Text size={1}>{withLabels(step)}</Text>
        </Flex>
      ))}
    </Stack>
  </Disclosure>
)

const Disclosure = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card as="details" border radius={2} padding={3}>
    <summary style={{ cursor: 'pointer', fontSize: '0.75em' }}>
      <Text as="span" size={1} weight="semibold" style={{ display: 'inline-flex', verticalAlign: 'middle' }}>
        {title}
      </Text>
    </summary>
    <Box paddingTop={4}>{children}</Box>
  </Card>
)
