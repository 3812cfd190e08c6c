"""Every default of a release, in one place: what users get who say nothing else, and what benchmarks measure."""

DETECTORS = ("rules", "gazetteer", "fields", "tagger")
"""What finds identifiers."""

LANGUAGES = ("en", "de", "fr", "es", "ru")
"""The languages that detectors read, as codes; a document in another one is withheld unless the user says otherwise."""

DETECTORS_OF = {
    code: (f"rules(language='{code}')", "fields", f"recognizer(language='{code}')") for code in ("de", "fr", "es")
} | {"ru": ("rules(language='ru')", "fields", "natasha")}
"""What finds identifiers in another language than English, unless the user names detectors."""

NEEDS = {"ru": (("natasha", "ru"), ("pymorphy3", "ru"))}
"""The libraries without which a language is not read, each with the extra that installs it."""

BALANCE = "recall"
"""Which thresholds decide what identifies; they are those of `detect.thresholds`."""

REPLACER = "mask"
"""What a change looks like."""

RISK = "classifier"
"""What estimates the risk where a policy limits it and no measure is named."""

MOST_HIDDEN = 0.85
"""The share of its meaningful words above which a text is withheld as unreadable, where a crowd is demanded."""

NEVER_SHOWN = ("PERSON", "CODE")
"""What stays hidden however many people share it, where things that many share may be shown."""

OPTIMIZER = "exact"
"""What chooses changes under a limit on the risk."""

PRICE = "information"
"""What a change costs: the information that it takes, in nats, a mention by its least likely word piece."""

POOLS = {"information": "max", "information_sum": "sum"}
"""The prices in nats, by how the word pieces of a mention make one number; `risk2022` adds them up."""

PRICES = (*POOLS, "words")
"""All that a change can cost: information, the same with all word pieces added up, or the number of words."""

MAX_REPAIRS = 4
"""How often what survived is hidden too, which may show further forms; then the output check decides."""

# Among a population

WORDS = "words(types=True, function_words=True)"
"""What may be hidden above the floor: any word, since the fewest words that hide are seldom whole entities."""

LINKAGE = ("sparse", "sparse(words=(1, 3), stop_words=True)")
"""What people are hidden from: meaningful words by their stems, and phrases as they stand."""

WORD_OPTIMIZER = "greedy"
"""What searches for the fewest words; they are its price."""

ATTACKS = ("ensemble", "dense")
"""What looks for people in released texts where a policy names nothing, and is fed back: by words, and by meaning."""

JURY = ("sparse(characters=(4, 6))",)
"""What judges in the end where a policy names nothing: by other features than those before."""

MOST_READ = 2_000_000
"""Characters of background above which nobody reads them by meaning, which would take minutes, unless a policy asks."""

WIDEST = 20
"""How many times k the others may be among whom the lot hides a person; there are never more than the population."""

N_DRAWS = 0
"""How often what is known is split into halves, so that what hides from one is judged with the other."""

SHARE = 0.25
"""The share of what spoke for a person that is hidden in the next round, the cheapest first."""

MAX_FOUND = 0.5
"""The chance above which somebody is found where the policy has neither k nor a limit."""

N_CLUES = 20
"""How many of the words that gave a person away are kept for the report."""
