"""Words that are never a name: function words, titles, and the small words inside names.

Lists that differ on purpose are made from each other here, so that the difference is all that is written twice.
"""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


GRAMMAR_WORDS = _words(
    """a about above after again against all also am an and any are as at be because been before being below between
    both but by can cannot could did do does doing down during each few for from further had has have having he
    her here hers herself him himself his how i if in into is it its itself just me more most my myself no nor
    not now of off on once only or other our ours ourselves out over own same she should so some such than that
    the their theirs them themselves then there these they this those through to too under until up very was we
    were what when where which while who whom why will with would you your yours yourself yourselves"""
)
"""The English words that say nothing about anybody, and no others."""

FUNCTION_WORDS = GRAMMAR_WORDS | _words(
    """across almost alone along already although always among another anybody anyone anything aren't around away back
    became become behind came can't couldn't despite didn't doesn't don't done either else enough even ever
    every everybody everyone everything except first furthermore get gets given go hadn't hasn't haven't hence
    however indeed isn't last least less let like likely made make many may meanwhile might mine moreover much
    must mustn't namely near neither never nevertheless next nobody none nothing often one onto others otherwise
    ought per perhaps quite rather second shall shan't shouldn't since somebody someone something still
    therefore though throughout thus together toward towards unless upon us via wasn't well weren't whatever
    whereas whether whoever whole whose within without won't wouldn't yes yet"""
)
"""English words that carry grammar rather than content, and are no names."""

# N-grams, and so the models and numbers that are made of them, keep these words and leave others out.
_IN_NGRAMS = _words(
    """alone anybody despite everybody except first furthermore given hence last let like likely meanwhile mustn't
    namely near next ought second shan't somebody unless yes"""
)
STOP_WORDS = (FUNCTION_WORDS - _IN_NGRAMS) | _words(
    """becomes etc goes got he'd he'll he's i'd i'll i'm i've instead it'd it'll maybe mostly nowhere please put really
    several she'd she'll she's sometimes somewhere thereafter they'd they'll they're they've we'd we'll we're
    we've whenever whereby wherever you'd you'll you're you've"""
)
"""English words that n-grams may leave out, with the short forms of pronouns and verbs."""

MALE_TITLES = _words("mr mister sir lord father fr brother monsieur m herr don señor signor king prince")
FEMALE_TITLES = _words("mrs ms miss mme madame mlle lady dame sister frau doña señora señorita signora queen princess")
NEUTRAL_TITLES = _words(
    """dr doctor prof professor judge justice president minister captain capt colonel col major maj general gen
    lieutenant lt sergeant sgt inspector officer rev reverend hon honourable honorable attorney advocate
    senator governor mayor chancellor commissioner secretary director pc cardinal bishop archbishop rabbi
    imam sheikh nurse corporal private constable detective chief mx messrs applicant plaintiff patient
    defendant claimant"""
)
TITLES = MALE_TITLES | FEMALE_TITLES | NEUTRAL_TITLES
"""Words before a name that are not part of it, in lower case and without the period."""

COURTESY_TITLES = _words("mr mrs ms miss mx dr prof professor sir dame lord lady judge justice madam messrs")
"""The titles that are left out where a name is searched for; "madam" also stands without a name."""

ANNOUNCING_TITLES = COURTESY_TITLES | _words(
    """rev reverend sheikh sheik imam rabbi capt captain col colonel lt lieutenant sgt sergeant maj cpl inspector
    superintendent herr frau monsieur madame mme mlle senor senora dona"""
)
"""The titles after which any capitalized word is a name, without accents; "General" and "King" have other uses."""

SPELLED_TITLES = (
    TITLES
    - _words(
        """capt col don doña fr frau gen herr hon honorable honourable lt m madame maj mlle mme monsieur pc señor señora
        señorita sgt sheikh signor signora"""
    )
) | _words("count countess duchess duke madam pastor")
"""The titles that are English words, which say nothing where they are left of a name."""

SUFFIXES = _words("jr sr ii iii iv phd md esq qc kc mp obe cbe mbe")
"""Words after a name that are not part of it."""

NAME_PARTICLES = _words(
    """van von der den de del della di da do dos das du la le las los el al bin ibn ben bint abu ter ten zu zur
    y e ul af av und san st mac"""
)
"""Small words that join the parts of a person's name."""

PARTICLES = NAME_PARTICLES | _words("ur saint o and the of for")
"""Small words inside names of any kind, which alone say nothing."""

WORD_NAMES = _words(
    """hope will faith grace rose mark june chase dawn joy heather hunter bill iris summer frank may april august pat
    jack gene robin sue drew rich jean dean ray rob bob don grant miles penny ruby amber crystal olive daisy
    lily violet holly ivy jasmine pearl jade skye autumn melody harmony charity patience prudence constance
    mercy honor felicity verity destiny trinity sandy rusty chuck cliff clay wade dale glen heath forrest basil
    rosemary ginger poppy fern willow hazel myrtle laurel cherry candy brandy sherry colt buck duke earl nick
    josh norm max marina victor carol eve christian lance pierce piper mason cooper carter taylor tyler parker
    sterling precious blessing winter reed rowan sunny angel bud"""
)
"""First names that are ordinary words, too, and so need something around them that makes them names."""

MONTHS = _words("january february march april may june july august september october november december")
WEEKDAYS = _words("monday tuesday wednesday thursday friday saturday sunday")
CALENDAR = MONTHS | WEEKDAYS
"""Months and days of the week."""

FIELDS = _words(
    """dob dod doa mrn pt pts tel fax mob ssn nhs nino npi dx rx hx tx pmh nkda bp hr rr spo2 hb nok icd icu a&e ref
    attn addr no nr id re cc gp"""
)
"""Short words that announce a field of a form or a record, which are no names of people."""

SPELLED_FIELDS = _words(
    """name surname forename address phone telephone mobile email e-mail date birth age sex gender patient client
    nationality occupation employer diagnosis signed subject from to sent ward hospital contact"""
)
"""Words that announce a field where a colon follows."""

NOT_INITIALS = frozenset(
    "nb ps pto tbc tba tbd asap end ends fyi rsvp ok yes no na nil nad eta etc ie eg vs am pm gmt utc est cst pst "
    "bst cet ist usa us uk eu uae nz ltd inc llc plc co gmbh ag sa bv pty corp hr it md mbbs rn np pa ma ba bsc msc "
    "phd mrcp frcs frcp frcr mrcs do dds dvm lpn cna ot pt gp hod ceo cfo coo cto vp mp mep jp kc qc esq jr sr ii "
    "iii iv vi vii viii ix mg ml mcg kg cm mm km hrs min mins sec ecg ct mri ptb bd od tds qds prn nocte po im sc "
    "stat bp rr gcs dl dc pc lol thx tx ty xx xxx xoxo bw rgds img pdf jpg png doc docx xls csv txt zip eof sos rip "
    "diy faq api sql url http https www html css xml json".split()
)
"""Short words and abbreviations that look like initials and are nobody's."""
