"""Words that are never a name: function words, titles, and the small words inside names."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


FUNCTION_WORDS = _words(
    """a about above across after again against all almost alone along already also although always am among an
    and another any anybody anyone anything are aren't around as at away back be became because become been
    before behind being below between both but by came can can't cannot could couldn't despite did didn't do
    does doesn't doing don't done down during each either else enough even ever every everybody everyone
    everything except few first for from further furthermore get gets given go had hadn't has hasn't have
    haven't having he hence her here hers herself him himself his how however i if in indeed into is isn't
    it its itself just last least less let like likely made make many may me meanwhile might mine more
    moreover most much must mustn't my myself namely near neither never nevertheless next no nobody none nor
    not nothing now of off often on once one only onto or other others otherwise ought our ours ourselves
    out over own per perhaps quite rather same second shall shan't she should shouldn't since so some
    somebody someone something still such than that the their theirs them themselves then there therefore
    these they this those though through throughout thus to together too toward towards under unless until
    up upon us very via was wasn't we well were weren't what whatever when where whereas whether which while
    who whoever whole whom whose why will with within without won't would wouldn't yes yet you your yours
    yourself yourselves"""
)
"""English words that carry grammar rather than content."""

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

SUFFIXES = _words("jr sr ii iii iv phd md esq qc kc mp obe cbe mbe")
"""Words after a name that are not part of it."""

NAME_PARTICLES = _words(
    """van von der den de del della di da do dos das du la le las los el al bin ibn ben bint abu ter ten zu zur
    y e ul af av und san st mac"""
)
"""Small words that join the parts of a person's name."""

PARTICLES = NAME_PARTICLES | _words("ur saint o and the of for")
"""Small words inside names of any kind, which alone say nothing."""

CALENDAR = _words(
    """january february march april may june july august september october november december monday tuesday
    wednesday thursday friday saturday sunday"""
)
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
