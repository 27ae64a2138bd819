"""What the example warehouse offers, and how each tool is called well and badly.

This is the file to change when `examples/warehouse.rs` changes; `warehouse.py` is the machinery.

A tool's entry:

    good      arguments that it accepts (a list, where several calls are worth making)
    text      what its answer must contain (optional)
    break     kind of fault -> the fault, or a list of faults; a fault is
                  missing   the argument that is left out
                  type      (argument, value of another JSON type)
                  unknown   (name added beside the real ones, the name that the answer must suggest)
                  misspelt  (argument, the name it is sent under instead): the answer must hold both
                  range     (argument, value outside its rule)
                  null      the argument that is sent as null
                  choice    (argument, value that is not one of the enum)
              An argument inside a record or list is a path, "order.lines[0].qty". The fault is put into
              the first good arguments; the answer must name the path.

Values of bad arguments must be such that the answer cannot contain them by chance: `warehouse.py` fails when it does.
"""

TOOLS = {
    "search_dockets": {
        "good": [
            {"text": "birch", "limit": 5, "states": ["placed"]},
            {},
            {"limit": 2, "after": 3, "states": ["packed", "shipped"]},
        ],
        "break": {
            "type": [("text", 918273), ("states", "Zerstreut")],
            "unknown": ("txt", "text"),
            "misspelt": ("states", "sattes"),
            "range": ("limit", 918273),
            "null": "text",
            "choice": ("states[0]", "Zerstreut"),
        },
    },
    "get_docket": {
        "good": {"number": 2},
        "text": "Ring twice",
        "break": {
            "missing": "number",
            "type": ("number", "achtundachtzig"),
            "unknown": ("nubmer", "number"),
            "misspelt": ("number", "nr_number"),
            "range": ("number", -918273),
            "null": "number",
        },
    },
    "list_low_stock": {
        "good": [{"below": 5}, {}],
        "text": "CRATE-L",
        "break": {
            "type": ("below", "achtundachtzig"),
            "misspelt": ("below", "bellow"),
            "range": ("below", 918273),
            "null": "below",
        },
    },
    "place_order": {
        "good": [
            {"order": {"customer": "Elm & Co", "lines": [{"sku": "CABLE-2", "quantity": 3}], "priority": "express"}},
            {"order": {"customer": " Elm & Co ", "lines": [{"sku": "bolt-8", "quantity": 1}], "note": "Soon"}},
        ],
        "text": "Elm & Co",
        "break": {
            "missing": ["order", "order.lines[0].sku"],
            "type": [("order.lines[0].quantity", "achtundachtzig"), ("order.lines[0].sku", 918273)],
            "unknown": ("ordr", "order"),
            "misspelt": ("order", "odrer"),
            "range": [("order.lines[0].quantity", 918273), ("order.lines[0].sku", "ZERSTREUTHEIT-1")],
            "null": "order.customer",
            "choice": ("order.priority", "zerstreut"),
        },
    },
    "cancel_docket": {
        "good": [{"number": 6}, {"number": 6}],
        "text": "cancelled",
        "break": {"missing": "number", "range": ("number", -918273)},
    },
    "move_docket": {
        "good": [{"number": 3, "to": "packed"}, {"number": 3, "to": "shipped"}],
        "text": "Alder & Sons",
        "break": {"missing": ["number", "to"], "choice": ("to", "zerstreut"), "null": "to"},
    },
    "annotate_docket": {
        "good": [{"number": 7, "note": "Fragile"}, {"number": 7, "note": None}],
        "break": {"missing": "note", "type": ("note", 918273), "range": ("note", "Zerstreut" * 30)},
    },
    "totals_by_customer": {"good": {}, "text": "Birch Ltd"},
    "delivery_cost": {
        "good": [{"weight": 1.5, "zone": "europe"}, {"weight": 30}],
        "break": {
            "missing": "weight",
            "type": ("weight", "achtundachtzig"),
            "misspelt": ("weight", "wieght"),
            "range": ("weight", 918273.5),
            "choice": ("zone", "zerstreut"),
        },
    },
}

# Tools that answer with an error result, or a protocol error, by design: (name, arguments, part of the text).
FAILING = [
    ("get_docket", {"number": 424242}, "There is no docket 424242."),
    ("place_order", {"order": {"customer": "Elm", "lines": [{"sku": "CRATE-L", "quantity": 5}]}}, "Only 4 of CRATE-L"),
    ("cancel_docket", {"number": 1}, "it cannot be cancelled"),
    ("move_docket", {"number": 7, "to": "shipped"}, "it cannot become shipped"),
    # What the carrier says is none of the model's business.
    ("move_docket", {"number": 5, "to": "shipped"}, "The tool failed."),
]

# A name that no tool has: a protocol error.
UNKNOWN_TOOL = "search_dokets"
